/**
 * Measures the memory of the whole product while many large files are uploaded at once: they must be written to disk,
 * not buffered in memory.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { CallFailed, signIn } from '../support/member.ts'
import { createWorldOnDisk } from '../support/world.ts'
import { type Row, ratio } from './statistics.ts'

const UPLOADS = 20
const MB = 1_000_000
const organizationId = 'org_cedar'

export async function benchUploads(): Promise<Row[]> {
  const world = await createWorldOnDisk({})
  try {
    const lena = await signIn(world.url, 'lena@demo.test')
    const { data } = await lena.call('conversations', { query: { organizationId, status: ['all'], limit: UPLOADS } })
    const bytes = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(10 * MB - 9, 'x')])
    const upload = async (conversationId: string) => {
      const body = { organizationId, conversationId, private: 'true' as const }
      const input = { body, files: [new File([bytes], 'large.pdf')], key: randomUUID() }
      await untilTaken(() => lena.call('sendMessageFile', input))
    }
    // A first upload loads code that stays in memory, however many follow.
    await upload(data[0]?.id ?? '')
    await pause(1000)
    const idle = await residentBytes(world.url)

    let isDone = false
    const watching = watchPeak(world.url, () => isDone)
    const started = performance.now()
    const uploads = await Promise.allSettled(data.map(({ id }) => upload(id)))
    const seconds = (performance.now() - started) / 1000
    isDone = true
    const peak = await watching
    const failed = uploads.find((one) => one.status === 'rejected')
    if (failed) throw failed.reason
    return [
      {
        what: `peak memory, ${UPLOADS} uploads of 10 MB at once`,
        figure: inMb(peak),
        baseline: inMb(idle),
        ratio: ratio(peak, idle),
        aim: 'less than 2 ×',
      },
      {
        what: 'beyond idle, for 200 MB that came in',
        figure: inMb(peak - idle),
        baseline: inMb(UPLOADS * 10 * MB),
        ratio: ratio(peak - idle, UPLOADS * 10 * MB),
      },
      { what: 'all of them', figure: `${seconds.toFixed(1)} s` },
    ]
  } finally {
    await world.stop()
  }
}

/** A busy store refuses; the upload is repeated with the same key, as a screen does. */
async function untilTaken(send: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await send()
      return
    } catch (error) {
      if (!(error instanceof CallFailed && error.status === 503) || tries === 5) throw error
      await pause(500)
    }
  }
}

const inMb = (bytes: number) => `${(bytes / MB).toFixed(0)} MB`

async function watchPeak(url: string, isDone: () => boolean): Promise<number> {
  let peak = 0
  while (!isDone()) {
    peak = Math.max(peak, await residentBytes(url))
    await pause(20)
  }
  return peak
}

async function residentBytes(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const [, value] = /^foyer_api_process_resident_memory_bytes (\S+)/m.exec(text) ?? []
  return Number(value)
}
