import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Rate } from '#features/containers/report/container-report.contract.ts';
import { filtersOf, listAddress, percentOf } from '#features/containers/report/container-report.rules.ts';
import type { Counted } from '#features/containers/report/container-report.rules.ts';
import { reportTexts as texts } from '#features/containers/report/report-page.texts.ts';
import { locale } from '#shared/format.ts';

type LinkProps = { counted: Counted; label?: string; color?: 'dimmed' | 'inherit'; children: ReactNode };

/** A figure that opens its containers. */
export function FigureLink({ counted, label, color, children }: LinkProps) {
  return (
    <Anchor
      component={Link}
      inherit
      to={listAddress(filtersOf(counted))}
      aria-label={label}
      {...(color && { c: color })}
    >
      {children}
    </Anchor>
  );
}

type Props = { rate: Rate; counted: Counted; isPlain?: boolean };

/** The number of containers, and their rates for the first and the last promised date. */
export const RateCells = (props: Props) => (
  <>
    <td>
      <CountCell n={props.rate.n} {...props} />
    </td>
    {(['first', 'last'] as const).map((which) => (
      <td key={which}>
        <RateCell which={which} {...props} />
      </td>
    ))}
  </>
);

/** A rate and the late containers. Both lead to their containers, except in a table that only screen readers read. */
function RateCell({ rate, which, counted, isPlain = false }: Props & { which: 'first' | 'last' }) {
  const onTime = rate[`${which}_on_time`];
  if (onTime === null) return texts.none;
  const late = rate.n - onTime;
  const percent = percentOf(onTime, rate.n);
  if (isPlain) return texts.onTimeOf(percent, onTime);
  return (
    <>
      <FigureLink counted={{ ...counted, result: `${which}_on_time` }} label={texts.onTimeOf(percent, onTime)}>
        {texts.percent(percent)}
      </FigureLink>{' '}
      {late > 0 && (
        <FigureLink counted={{ ...counted, result: `${which}_late` }} color="dimmed">
          {texts.late(late)}
        </FigureLink>
      )}
    </>
  );
}

/** The number of containers behind a figure, as a link to them. */
export function CountCell({ n, counted, isPlain = false }: { n: number; counted: Counted; isPlain?: boolean }) {
  return n === 0 || isPlain ? n : <FigureLink counted={counted}>{n.toLocaleString(locale)}</FigureLink>;
}
