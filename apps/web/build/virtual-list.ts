import type { Plugin } from 'vite'

/**
 * Matches `{ Component: a, useEmitter: b, ... } = system(...)`, which the package has for each of its lists, tables and
 * grids.
 */
const TAKEN_APART =
  /\{\s+Component: (\w+),\s+useEmitter: (\w+),\s+useEmitterValue: (\w+),\s+usePublisher: (\w+)\s+\} = (\/\* @__PURE__ \*\/ \w+\([\s\S]*?\n\)), /g
const READ =
  'whole_$1 = $5, $1 = whole_$1.Component, $2 = whole_$1.useEmitter, $3 = whole_$1.useEmitterValue, $4 = whole_$1.usePublisher, '

/** The only file that renders virtual tables. */
const LONG_TABLE = /\/ui\/table\/long-table\.tsx$/

/**
 * The virtual-list package always includes its tables and grids, because it does not mark their creation as free of
 * side effects. This plugin marks it, and reads each destructured value on its own, so that unused parts are removed.
 * The inbox needs the list in its first load; a long table is needed later. So the table imports the package as a
 * separate module, and none of that is in the first load.
 */
export function virtualList(): Plugin {
  return {
    name: 'virtual-list',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (source !== 'react-virtuoso' || !LONG_TABLE.test(importer ?? '')) return null
      const found = await this.resolve(source, importer, { skipSelf: true })
      return found && `${found.id}?table`
    },
    transform: {
      filter: { id: /react-virtuoso\/dist\/index\.mjs/ },
      handler(code) {
        const system = /^const \w+ = (\w+)\($/m.exec(code)?.[1]
        const tuple = /^function (\w+)\(\.\.\.t\) \{\s+return t;\s+\}/m.exec(code)?.[1]
        if (!system || !tuple || code.search(TAKEN_APART) < 0) {
          this.warn(
            'The virtual-list package has changed, so the bundle includes its tables and grids: see build/virtual-list.ts',
          )
          return null
        }
        const made = new RegExp(`^(\\S.* = |const \\w+ = )(?=(?:${system}|E\\.memo)\\()`, 'gm')
        const listed = new RegExp(`^( {2}|\\S.*, )(?=${tuple}\\()`, 'gm')
        return {
          code: code
            .replace(TAKEN_APART, READ)
            .replace(made, '$1/* @__PURE__ */ ')
            .replace(listed, '$1/* @__PURE__ */ '),
          map: null,
        }
      },
    },
  }
}
