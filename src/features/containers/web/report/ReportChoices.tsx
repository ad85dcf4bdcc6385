import type { BoxProps } from '@mantine/core';
import { NativeSelect, TextInput } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { groupings, measures } from '#features/containers/core/container-fields.rules.ts';
import { groupTexts, measureTexts } from '#features/containers/report/container-measures.texts.ts';
import { lastMonths, periodOf } from '#features/containers/report/container-report.rules.ts';
import type { ReportView } from '#features/containers/report/container-report.rules.ts';
import { reportTexts as texts } from '#features/containers/report/report-page.texts.ts';
import { Toolbar } from '#web/widgets/Toolbar.tsx';

type Props = { view: ReportView; currentMonth: string; onChange: (part: Partial<ReportView>) => void };

const own = 'own';

/** Two beside each other on a phone. */
const field = { flex: '1 1 140px', maw: 200 } as const satisfies BoxProps;

/** The period, the promised date and the grouping. The address keeps them. */
export function ReportChoices({ view, currentMonth, onChange }: Props) {
  const isOwn = (view.from ?? view.to) !== undefined;
  const period = periodOf(view, currentMonth);
  return (
    <Toolbar>
      <NativeSelect
        {...field}
        label={texts.period}
        data={[
          ...lastMonths.map((months) => ({ value: String(months), label: texts.last(months) })),
          { value: own, label: texts.ownPeriod },
        ]}
        value={isOwn ? own : String(view.months)}
        onChange={({ currentTarget: { value } }) =>
          onChange(value === own ? period : { months: Number(value), from: undefined, to: undefined })
        }
      />
      {isOwn &&
        (['from', 'to'] as const).map((end) => (
          <MonthField
            key={end}
            label={texts[end]}
            value={period[end]}
            onChange={(month) => onChange({ ...period, [end]: month })}
          />
        ))}
      <NativeSelect
        {...field}
        label={texts.date}
        data={measures.map((value) => ({ value, label: measureTexts[value] }))}
        value={view.measure}
        onChange={({ currentTarget: { value } }) =>
          onChange({ measure: measures.find((one) => one === value) ?? view.measure })
        }
      />
      <NativeSelect
        {...field}
        label={texts.group}
        data={groupings.map((value) => ({ value, label: groupTexts[value] }))}
        value={view.group}
        onChange={({ currentTarget: { value } }) =>
          onChange({ group: groupings.find((one) => one === value) ?? view.group })
        }
      />
    </Toolbar>
  );
}

/** While a year is typed, its first digits are a year as well, such as 0020. */
const monthOfThisCentury = /^20\d\d-(0[1-9]|1[0-2])$/;

type MonthProps = { label: string; value: string; onChange: (month: string) => void };

/** Takes a new value from outside only while it has no focus, because that would end the typing. */
function MonthField({ label, value, onChange }: MonthProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current && document.activeElement !== input.current) input.current.value = value;
  }, [value]);
  return (
    <TextInput
      {...field}
      ref={input}
      type="month"
      label={label}
      // Browsers without a month picker show a text field.
      placeholder="2026-03"
      defaultValue={value}
      onChange={({ currentTarget: { value: month } }) => {
        if (monthOfThisCentury.test(month)) onChange(month);
      }}
      onBlur={({ currentTarget }) => (currentTarget.value = value)}
    />
  );
}
