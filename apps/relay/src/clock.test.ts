import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/** Runs in a process of its own, where nothing else wakes the event loop for a minute. */
test('systemClock runs a delay of 0 without another event waking the loop [OPEN-098]', async () => {
  const script = `
    import { systemClock } from ${JSON.stringify(new URL('./clock.ts', import.meta.url).href)}
    const other = setTimeout(() => {}, 60_000)
    setTimeout(() => {
      const asked = performance.now()
      systemClock.schedule(0, () => {
        clearTimeout(other)
        console.log(performance.now() - asked < 30_000)
      })
    }, 1)`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
  expect(stdout).toBe('true\n')
})
