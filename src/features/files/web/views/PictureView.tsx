import { IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { MouseEvent, SyntheticEvent } from 'react';
import type { FileDetails } from '#features/files/core/versions.contract.ts';
import { nameLabel } from '#features/files/list/files-view.rules.ts';
import { previewTexts as texts } from '#features/files/preview/preview.texts.ts';
import { viewLink } from '../files.data.ts';
import { derivedQuery } from '../preview/preview.data.ts';
import { PreviewLoading, PreviewNotice, useCheckExists } from '../preview/PreviewNotice.tsx';
import { PreviewTool } from '../preview/PreviewTool.tsx';
import { useKeys } from '../preview/use-keys.ts';
import styles from './PictureView.module.css';

type State = 'loading' | 'broken' | 'fits' | 'larger';

/** The server knows whether a picture is only too large for the browser. */
function BrokenPicture({ file }: { file: FileDetails }) {
  const isTooLarge = useQuery(derivedQuery(file)).data?.reason === 'too_large';
  if (isTooLarge) return <PreviewNotice file={file} title={texts.failed.too_large} hint={texts.failedHint.too_large} />;
  return <PreviewNotice file={file} title={texts.failed.damaged} hint={texts.pictureHint} />;
}

/** A picture, fitted into the window. A larger one can also be shown at full size. */
export function PictureView({ file }: { file: FileDetails }) {
  const [state, setState] = useState<State>('loading');
  useCheckExists(file.id, state === 'broken');
  const [isWhole, setWhole] = useState(false);
  const frame = useRef<HTMLDivElement>(null);

  const loaded = ({ currentTarget: picture }: SyntheticEvent<HTMLImageElement>) =>
    setState(picture.naturalWidth > picture.width || picture.naturalHeight > picture.height ? 'larger' : 'fits');

  /** Scrolls so that the point under the pointer stays in view. */
  const zoomAt = (event: MouseEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const [x, y] = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
    setWhole(!isWhole);
    requestAnimationFrame(() => {
      const { current } = frame;
      current?.scrollTo(
        current.scrollWidth * x - current.clientWidth / 2,
        current.scrollHeight * y - current.clientHeight / 2,
      );
    });
  };
  useKeys({ '+': () => setWhole(state === 'larger'), '-': () => setWhole(false), '0': () => setWhole(false) });

  if (state === 'broken') return <BrokenPicture file={file} />;
  return (
    <div className={styles.frame} data-whole={isWhole} data-state={state} ref={frame}>
      {state === 'loading' && <PreviewLoading />}
      {/* A click on the picture is a shortcut for the button beside it. */}
      <span className={styles.zoom} role="presentation" onClick={state === 'larger' ? zoomAt : undefined}>
        <img
          className={styles.picture}
          src={viewLink(file)}
          alt={texts.picture(nameLabel(file))}
          onLoad={loaded}
          onError={() => setState('broken')}
          draggable={false}
        />
      </span>
      {state === 'larger' && (
        <PreviewTool
          icon={isWhole ? IconZoomOut : IconZoomIn}
          label={isWhole ? texts.zoomOut : texts.zoomIn}
          size={22}
          onClick={() => setWhole(!isWhole)}
        />
      )}
    </div>
  );
}
