/** A program for the tests, which does to its process what a hostile file may do. */
import { readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { FileNotRead } from './program.ts'
import { serve } from './serve.ts'

const input = z.object({ does: z.string(), other: z.string().optional() })

await serve<z.infer<typeof input>, unknown>({ input }, async function* (path, { does, other = '' }) {
  if (does === 'read') yield readFileSync(path, 'utf8')
  if (does === 'rank') yield String(getPriority())
  if (does === 'print') console.log('not a message')
  if (does === 'many') for (let at = 0; at < 1000; at++) yield 'x'.repeat(10_000)
  if (does === 'hang') for (;;) if (process.uptime() < 0) break
  if (does === 'rest') await setTimeout(600_000)
  if (does === 'fill') fill()
  if (does === 'kill') process.kill(process.pid, 'SIGKILL')
  if (does === 'stop') process.exit(0)
  if (does === 'shout') process.stdout.write('no JSON\n')
  if (does === 'refuse') throw new FileNotRead('not_valid', 'This is a PDF.')
  if (does === 'break') throw new TypeError(readFileSync(path, 'utf8'))
  if (does === 'look') yield await tried(() => readFileSync(other))
  if (does === 'call') yield await tried(() => fetch(other))
  if (does === 'environment') yield Object.keys(process.env)
  yield 'last'
})

function fill(): void {
  const all: unknown[] = []
  for (;;) all.push({ at: all.length })
}

async function tried(work: () => unknown): Promise<string> {
  try {
    await work()
    return 'allowed'
  } catch (error) {
    const { code, cause } = error as { code?: string; cause?: { code?: string } }
    return code ?? cause?.code ?? String(error)
  }
}
