import { Button, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Component, useState } from 'react';
import type { ReactNode } from 'react';
import { serverAnswers } from '../server-answers.ts';
import { texts } from '../texts.ts';

type Props = {
  children: ReactNode;
  /** Shown above the sentence. */
  heading?: ReactNode;
  /** Whether the sentence has no room on screen, as in the top bar. A screen reader says it. */
  small?: boolean;
};

/**
 * If its content throws, a sentence and 'Try again' take the place of this part of a page, and the rest of the page stays.
 * A class, because React has no other way to catch an error of rendering.
 */
export class PartBoundary extends Component<Props, { isBroken: boolean; tries: number }> {
  override state = { isBroken: false, tries: 0 };
  static getDerivedStateFromError = () => ({ isBroken: true });

  override render() {
    const { isBroken, tries } = this.state;
    if (!isBroken) return this.props.children;
    return (
      <>
        {this.props.heading}
        <BrokenPart
          small={this.props.small === true}
          tries={tries}
          onAgain={() => this.setState({ isBroken: false, tries: tries + 1 })}
        />
      </>
    );
  }
}

/** The first try fetches all answers again. The next one loads the page, in case that its code is missing. */
function BrokenPart({ small, tries, onAgain }: { small: boolean; tries: number; onAgain: () => void }) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const tryAgain = async () => {
    setBusy(true);
    if (tries > 0) {
      if (await serverAnswers()) window.location.reload();
      else setBusy(false);
      return;
    }
    // The answer that broke the part must not be rendered again before the new one is there.
    client.removeQueries({ type: 'inactive' });
    await client.refetchQueries({ type: 'active' });
    onAgain();
  };
  return (
    <Stack role="alert" align="flex-start" gap="xs" p={small ? 0 : 'md'}>
      {small ? <VisuallyHidden>{texts.partBroke}</VisuallyHidden> : <Text>{texts.partBroke}</Text>}
      <Button
        variant="default"
        size={small ? 'compact-sm' : 'sm'}
        {...(small && { title: texts.partBroke })}
        loading={busy}
        onClick={() => void tryAgain()}
      >
        {texts.tryAgain}
      </Button>
    </Stack>
  );
}
