/** A reporter of Vitest that writes down what each project took: the seconds of all its files together, from import to clean-up. */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'

const FILE = 'test-results/projects.json'

export type ProjectTimes = Readonly<Record<string, { readonly files: number; readonly seconds: number }>>

/** @public Vitest imports it by its path. */
export default class implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const times: Record<string, { files: number; seconds: number }> = {}
    for (const module of modules) {
      const { name, config } = module.project
      const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } =
        module.diagnostic()
      // Files that share a worker each report the set-up of its environment, which happened once.
      const ofWorker = config.isolate ? environmentSetupDuration + prepareDuration : 0
      const took = ofWorker + collectDuration + setupDuration + duration
      const { files, seconds } = times[name] ?? { files: 0, seconds: 0 }
      times[name] = { files: files + 1, seconds: seconds + took / 1000 }
    }
    mkdirSync(path.dirname(FILE), { recursive: true })
    writeFileSync(FILE, JSON.stringify(times))
  }
}
