import { Text } from '@mantine/core';
import { brand } from '#web/brand.ts';
import { BrandMark } from '#web/widgets/BrandMark.tsx';

export function Brand() {
  return (
    <>
      <BrandMark size={30} />
      <Text span inherit truncate maw="16ch">
        {brand}
      </Text>
    </>
  );
}
