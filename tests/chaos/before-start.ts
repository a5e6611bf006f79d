/**
 * Each process of the chaos test loads this before its own code. It shifts the clock and replaces source files by
 * mutants, in this process only; files on disk don't change.
 */
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { MUTANTS } from './mutants.ts'

const aheadMs = Number(process.env.CHAOS_CLOCK_MS ?? 0)
if (aheadMs !== 0) {
  const RealDate = Date
  const now = () => RealDate.now() + aheadMs
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, parameters, newTarget) =>
      Reflect.construct(target, parameters.length === 0 ? [now()] : parameters, newTarget),
    get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
  })
}

const names = process.env.CHAOS_MUTANTS?.split(', ') ?? []
const mutants = MUTANTS.filter(({ name }) => names.includes(name))
if (mutants.length > 0) {
  registerHooks({
    load(url, context, next) {
      const mine = url.startsWith('file:') ? mutants.filter(({ file }) => fileURLToPath(url).endsWith(file)) : []
      if (mine.length === 0) return next(url, context)
      let source = readFileSync(fileURLToPath(url), 'utf8')
      for (const { name, changes } of mine)
        for (const [original, replacement] of changes) {
          if (!source.includes(original)) throw new Error(`The mutant "${name}" no longer fits its file.`)
          source = source.replace(original, replacement)
        }
      return { format: 'module-typescript', source, shortCircuit: true }
    },
  })
}
