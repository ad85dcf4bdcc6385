import type { ReactElement } from 'react';
import Markdown, { defaultUrlTransform } from 'react-markdown';
import type { Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import type { FileDetails } from '#features/files/core/versions.contract.ts';
import { nameLabel } from '#features/files/list/files-view.rules.ts';
import { isRenderable, renderedPart } from '#features/files/preview/preview.rules.ts';
import { previewTexts as texts } from '#features/files/preview/preview.texts.ts';
import { DecodedText } from './DecodedText.tsx';
import { useLook } from './LookControl.tsx';
import { PreviewPaper } from './PreviewPaper.tsx';
import { TextLines } from './TextView.tsx';
import styles from './MarkdownView.module.css';

/** Rendered Markdown, or its source. HTML in it is shown as text, and no external resource is loaded. */
export function MarkdownView({ file }: { file: FileDetails }) {
  const { look, control } = useLook();
  return (
    <DecodedText file={file}>
      {({ text, isCut, tools: charsetTools }) => {
        const tools = (
          <>
            {control}
            {charsetTools}
          </>
        );
        const rendered = renderedPart(text);
        if (look === 'source') return <TextLines file={file} text={text} isCut={isCut} tools={tools} />;
        const content = render(rendered);
        return content === undefined ? (
          <TextLines file={file} text={text} isCut={isCut} tools={tools} notice={texts.notRendered} />
        ) : (
          <PreviewPaper
            label={texts.text(nameLabel(file))}
            remark={rendered.length < text.length ? texts.firstRendered : undefined}
            tools={tools}
          >
            <div className={styles.text}>{content}</div>
          </PreviewPaper>
        );
      }}
    </DecodedText>
  );
}

/**
 * Returns undefined for a text that would stop the page for seconds, and for one that exceeds the stack, because the library is
 * recursive. As a component it would throw while React renders, and an error would replace the whole files page.
 */
function render(text: string): ReactElement | undefined {
  if (!isRenderable(text)) return undefined;
  try {
    return Markdown({ children: text, remarkPlugins: plugins, components, urlTransform });
  } catch {
    return undefined;
  }
}

const plugins = [remarkGfm];

/** A picture in the text itself. */
const ownPicture = /^data:image\/(png|jpeg|gif|webp);base64,[a-z0-9+/=]+$/i;
const urlTransform = (url: string) => (ownPicture.test(url) ? url : defaultUrlTransform(url));

const components: Components = {
  a: ({ href, children }) =>
    href && /^(https?|mailto):/i.test(href) ? (
      <a href={href} target="_blank" rel="noopener noreferrer nofollow">
        {children}
      </a>
    ) : (
      <span>{children}</span>
    ),
  // An external picture would reveal to its server which user views the file, and when.
  img: ({ src, alt }) =>
    typeof src === 'string' && ownPicture.test(src) ? (
      <img src={src} alt={alt ?? ''} />
    ) : (
      <span className={styles.picture}>{texts.leftOutPicture(alt ?? '')}</span>
    ),
};
