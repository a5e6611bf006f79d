import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/** Returns how often a process collects garbage while most of what it allocates survives. */
async function collections(before: string): Promise<number> {
  const code = `
    ${before}
    import { PerformanceObserver } from 'node:perf_hooks'
    let count = 0
    new PerformanceObserver((list) => { count += list.getEntries().length }).observe({ entryTypes: ['gc'] })
    const kept = []
    for (let turn = 0; turn < 40; turn++) {
      for (let one = 0; one < 5000; one++) kept.push({ turn, one, text: String(one) })
      await new Promise(setImmediate)
    }
    for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate)
    console.log(count)`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code])
  return Number(stdout)
}

test('growYoungGenerationAtOnce spares a new process collections of garbage while its objects survive', async () => {
  const module = JSON.stringify(import.meta.resolve('./young-generation.ts'))
  const without = await collections('')
  const grown = await collections(`import { growYoungGenerationAtOnce } from ${module}; growYoungGenerationAtOnce()`)
  expect(grown).toBeLessThan(without)
  expect(grown).toBeGreaterThan(0)
})
