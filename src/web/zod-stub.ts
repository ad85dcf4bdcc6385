/**
 * Replaces zod in the browser's bundle (vite.config.ts). The browser takes types, paths and field names from a contract
 * and validates nothing. A schema of this stub returns itself from every method; an object schema has its `shape`.
 * See docs/decisions/0073-no-zod-in-the-browser.md for the alternatives and their sizes.
 */
type Shape = Record<string, unknown>;

function schema(shape: Shape): unknown {
  return new Proxy(() => undefined, {
    get: (_, name) => {
      if (name === 'shape') return shape;
      if (name === 'extend') return (more: Shape) => schema({ ...shape, ...more });
      return schema(shape);
    },
    apply: () => schema(shape),
  });
}

export const z = new Proxy({}, { get: (_, name) => (name === 'object' ? schema : schema({})) });
