import type { Plugin } from 'vite'

/** `{ Component: a, useEmitter: b, ... } = system(...)`, as the package has it for each of its lists, tables and grids. */
const TAKEN_APART =
  /\{\s+Component: (\w+),\s+useEmitter: (\w+),\s+useEmitterValue: (\w+),\s+usePublisher: (\w+)\s+\} = (\/\* @__PURE__ \*\/ \w+\([\s\S]*?\n\)), /g
const READ =
  'whole_$1 = $5, $1 = whole_$1.Component, $2 = whole_$1.useEmitter, $3 = whole_$1.useEmitterValue, $4 = whole_$1.usePublisher, '

/**
 * The virtual list brings tables and grids along, since its package doesn't say that what makes them does nothing else: here
 * it is said, and what is taken apart is read part by part, so that what nobody uses is left out.
 */
export function virtualList(): Plugin {
  return {
    name: 'virtual-list',
    apply: 'build',
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
