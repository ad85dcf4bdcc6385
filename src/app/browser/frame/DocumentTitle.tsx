import { brand } from '#web/brand.ts';

export function DocumentTitle({ title }: { title: string }) {
  return <title>{`${title} · ${brand}`}</title>;
}
