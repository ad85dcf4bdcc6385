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
import styles from './FileIcon.module.css';

const kinds = {
  pdf: { icon: IconFileTypePdf, endings: 'pdf' },
  document: { icon: IconFileText, endings: 'doc docx odt fodt rtf txt md pages epub' },
  sheet: { icon: IconFileSpreadsheet, endings: 'xls xlsx xlsm xlsb ods fods csv tsv numbers' },
  slides: { icon: IconPresentation, endings: 'ppt pptx odp fodp key vsd vsdx' },
  image: { icon: IconPhoto, endings: 'png jpg jpeg gif webp svg tif tiff bmp heic avif psd ai' },
  video: { icon: IconMovie, endings: 'mp4 mov mkv avi webm m4v mpg mpeg' },
  audio: { icon: IconFileMusic, endings: 'mp3 wav flac ogg m4a aac opus' },
  archive: { icon: IconFileZip, endings: 'zip 7z rar tar gz tgz bz2 xz zst' },
  calendar: { icon: IconCalendarEvent, endings: 'ics vcs' },
  contact: { icon: IconUser, endings: 'vcf' },
  mail: { icon: IconMail, endings: 'eml msg mbox' },
  code: { icon: IconFileCode, endings: 'html htm xml json yaml yml js ts css py java sql sh' },
} as const;

type Kind = keyof typeof kinds;

const kindOfEnding = new Map(
  (Object.keys(kinds) as Kind[]).flatMap((kind) =>
    kinds[kind].endings.split(' ').map((ending) => [ending, kind] as const),
  ),
);

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
  const Icon = kind ? kinds[kind].icon : IconFile;
  return (
    <span className={styles.icon} data-kind={kind} aria-hidden="true">
      <Icon size={20} stroke={1.6} />
    </span>
  );
}
