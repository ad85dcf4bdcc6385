/**
 * Replaces zod in the browser's bundle (vite.config.ts). The browser takes types, paths and field names from a contract
 * and validates nothing. zod itself would add 22 KB of compressed JavaScript to every page: the login page would grow
 * from 99 KB to 121 KB, the files page from 170 KB to 192 KB. A schema of this stub returns itself from every method;
 * an object schema has its `shape`.
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
