import { Box } from '@mantine/core';
import { useState } from 'react';
import { brand } from '../brand.ts';
import { Initial } from './Initial.tsx';

/** The brand's logo, or its initial if the image cannot be shown. See docs/specification.md#top-bar-and-menu. */
export function BrandMark({ size }: { size: number }) {
  const [missing, setMissing] = useState(false);
  if (missing) return <Initial name={brand} size={size} />;
  return (
    <Box
      component="img"
      src="/brand.svg"
      alt=""
      width={size}
      height={size}
      display="block"
      flex="none"
      onError={() => setMissing(true)}
    />
  );
}
