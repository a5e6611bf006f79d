/** The API as a process of its own. */
import { exitOnUncaught } from '@foyer/contracts/crash-handler.ts'
import { readConfig } from './config/config.ts'
import { createLog } from './http/log.ts'
import { type RunningApi, startApi } from './start/start-api.ts'
import { startProblem } from './start/start-problem.rules.ts'

/** After this time the process exits, whatever still runs. */
const STOP_MS = 10_000

exitOnUncaught(createLog('fatal'))
try {
  const config = readConfig(process.env)
  const starting = startApi(config)
  stopOnSignal(starting)
  const api = await starting
  const url = await api.listen(config.port).catch(async (error: unknown) => {
    await api.stop()
    throw error
  })
  console.log(`ready ${url}`)
} catch (error) {
  console.error(startProblem(error, Number(process.env.PORT || 4000)))
  process.exit(1)
}

/** Installed before the start completes, so that an interrupted start also stops its PostgreSQL. */
function stopOnSignal(starting: Promise<RunningApi>) {
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), STOP_MS).unref()
    const api = await starting
    await api.stop()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => void stop().catch(() => process.exit(1)))
}
