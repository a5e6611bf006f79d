import type { Plugin } from 'vite'

/** `{ Component: a, useEmitter: b, ... } = system(...)`, as the package has it for each of its lists, tables and grids. */
const TAKEN_APART =
  /\{\s+Component: (\w+),\s+useEmitter: (\w+),\s+useEmitterValue: (\w+),\s+usePublisher: (\w+)\s+\} = (\/\* @__PURE__ \*\/ \w+\([\s\S]*?\n\)), /g
const READ =
  'whole_$1 = $5, $1 = whole_$1.Component, $2 = whole_$1.useEmitter, $3 = whole_$1.useEmitterValue, $4 = whole_$1.usePublisher, '

/** The one file that draws virtual tables. */
const LONG_TABLE = /\/ui\/table\/long-table\.tsx$/

/**
 * The package of the virtual list brings tables and grids along, because it does not say that their making has no side
 * effects. This plugin says it, and reads each taken-apart value on its own, so that unused parts are left out. The inbox
 * needs the list on its first load; a long table needs the table later. So the table imports the package as a module of its
 * own, and none of it is in the first load.
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
          this.warn('Tables and grids are in the bundle again: see build/virtual-list.ts')
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
