import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'

const ICONS = /import \{([^}]+)\} from 'lucide-react'\n/g
const ICON = /\/lucide-react\/.*\/icons\/[\w-]+\.mjs$/
const KNOWN = /^export \{([^}]+)\} from '(\.\/icons\/[\w-]+\.mjs)'/gm

/** React needs keys for children that change their order; an icon's shapes never do, and random keys compress badly. */
const KEYS = /,\s*key: "\w+"/g

/**
 * Imports each icon from its own file. Through the package's index every page would reach every icon, and the bundler
 * could not tell which page needs which; build/first-load.ts depends on that.
 */
export function icons(): Plugin {
  let files: ReadonlyMap<string, string> = new Map()
  return {
    name: 'icons',
    apply: 'build',
    enforce: 'pre',
    async buildStart() {
      const list = await this.resolve('lucide-react', path.resolve(import.meta.dirname, '../src/main.tsx'))
      if (list) files = filesOf(list.id)
    },
    transform: {
      filter: { id: [/\/src\/.*\.tsx?$/, ICON] },
      handler(code, id) {
        if (ICON.test(id)) return { code: code.replace(KEYS, ''), map: null }
        if (!code.includes("from 'lucide-react'")) return null
        return { code: code.replace(ICONS, (_, names: string) => importsOf(names, files)), map: null }
      },
    },
  }
}

function filesOf(list: string): Map<string, string> {
  const files = new Map<string, string>()
  for (const [, names = '', file = ''] of readFileSync(list, 'utf8').matchAll(KNOWN)) {
    for (const [, name = ''] of names.matchAll(/default as (\w+)/g))
      files.set(name, path.join(path.dirname(list), file))
  }
  return files
}

/** Types and other exports of the package still come from its index. */
function importsOf(names: string, files: ReadonlyMap<string, string>): string {
  const wanted = names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  return wanted
    .map((name) => {
      // A type that is imported as one leaves no import behind; any other would reach the index.
      if (name.startsWith('type ')) return `import type { ${name.slice(5)} } from 'lucide-react'`
      const [icon = '', as = icon] = name.split(' as ')
      const file = files.get(icon)
      return file === undefined ? `import { ${name} } from 'lucide-react'` : `import ${as} from '${file}'`
    })
    .map((line) => `${line}\n`)
    .join('')
}
