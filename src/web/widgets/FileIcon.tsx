import {
  IconCalendarEvent,
  IconFile,
  IconFileCode,
  IconFileMusic,
  IconFileSpreadsheet,
  IconFileText,
  IconFileTypePdf,
  IconFileZip,
  IconMail,
  IconMovie,
  IconPhoto,
  IconPresentation,
  IconUser,
} from '@tabler/icons-react';
import { useState } from 'react';
import type { Icon } from './EmptyState.tsx';
import styles from './FileIcon.module.css';

/** The colours are Mantine's. Without one, the icon is grey. */
const kinds: { icon: Icon; color?: string; endings: string }[] = [
  { icon: IconFileTypePdf, color: 'red', endings: 'pdf' },
  { icon: IconFileText, color: 'blue', endings: 'doc docx odt fodt rtf txt md pages epub' },
  { icon: IconFileSpreadsheet, color: 'green', endings: 'xls xlsx xlsm xlsb ods fods csv tsv numbers' },
  { icon: IconPresentation, color: 'orange', endings: 'ppt pptx odp fodp key vsd vsdx' },
  { icon: IconPhoto, color: 'teal', endings: 'png jpg jpeg gif webp svg tif tiff bmp heic avif psd ai' },
  { icon: IconMovie, color: 'violet', endings: 'mp4 mov mkv avi webm m4v mpg mpeg' },
  { icon: IconFileMusic, color: 'pink', endings: 'mp3 wav flac ogg m4a aac opus' },
  { icon: IconFileZip, color: 'yellow', endings: 'zip 7z rar tar gz tgz bz2 xz zst' },
  { icon: IconCalendarEvent, endings: 'ics vcs' },
  { icon: IconUser, endings: 'vcf' },
  { icon: IconMail, color: 'indigo', endings: 'eml msg mbox' },
  { icon: IconFileCode, color: 'cyan', endings: 'html htm xml json yaml yml js ts css py java sql sh' },
];

const kindOfEnding = new Map(kinds.flatMap((kind) => kind.endings.split(' ').map((ending) => [ending, kind])));

const lookOf = (color: string) => ({
  color: `var(--mantine-color-${color}-light-color)`,
  background: `var(--mantine-color-${color}-light)`,
});

type Props = {
  name: string;
  /** The address of its thumbnail, if it has one. */
  thumbnail?: string | false | undefined;
};

/** The thumbnail of a file, or an icon for its kind, chosen by its extension. Hidden from screen readers. */
export function FileIcon({ name, thumbnail }: Props) {
  const [isBroken, setBroken] = useState(false);
  if (thumbnail && !isBroken)
    return (
      <img
        className={styles.icon}
        src={thumbnail}
        alt=""
        loading="lazy"
        decoding="async"
        onError={() => setBroken(true)}
      />
    );
  const kind = kindOfEnding.get(name.slice(name.lastIndexOf('.') + 1).toLowerCase());
  const { icon: ShownIcon = IconFile, color } = kind ?? {};
  return (
    <span className={styles.icon} style={color ? lookOf(color) : undefined} aria-hidden="true">
      <ShownIcon size={20} stroke={1.6} />
    </span>
  );
}
