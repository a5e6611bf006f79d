/** The sandbox as a process of its own. */
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { StartRefusal } from '@foyer/contracts/environment.ts'
import { systemClock } from './clock.ts'
import { readSandboxConfig } from './config.ts'
import type { SandboxLog } from './log.ts'
import { createSandbox } from './sandbox.ts'

const log: SandboxLog = {
  info: (fields, words) => print('info', fields, words),
  warn: (fields, words) => print('warn', fields, words),
}

try {
  run()
} catch (error) {
  if (!(error instanceof StartRefusal)) throw error
  console.error(error.message)
  process.exit(1)
}

function run() {
  if (process.env.NODE_ENV === 'production') throw new StartRefusal('The sandbox is never part of a production.')
  const config = readSandboxConfig(process.env)
  const sandbox = createSandbox({ config, clock: systemClock, log, newId: randomUUID })
  const server = createServer(sandbox.app)
  server.once('error', (error) => {
    console.error(`The sandbox can not listen on port ${config.port}: ${error.message}.`)
    process.exit(1)
  })
  server.listen(config.port, () => {
    sandbox.start()
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : config.port
    console.log(`ready http://localhost:${port}/sandbox`)
  })
  const stop = () => {
    sandbox.stop()
    server.close()
    server.closeAllConnections()
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
}

function print(level: string, fields: object, words: string) {
  console.log(JSON.stringify({ level, ...fields, msg: words }))
}
