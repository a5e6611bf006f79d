import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openStaging } from './staging.ts'
import { createRooms, type Room } from './staging-room.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'foyer-room-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const open = (room: Room) => openStaging({ config: { dataDir } as never, newId: () => crypto.randomUUID() }, room)
const bytes = (length: number) => Readable.from([Buffer.alloc(length)])

test('[SEC-08] what one member has on the disk at once is bounded, and nobody else minds', async () => {
  const roomOf = createRooms(10)
  const [first, second, another] = [open(roomOf('lena')), open(roomOf('lena')), open(roomOf('dana'))]
  await first.take(bytes(8), 100)
  await expect(second.take(bytes(3), 100)).rejects.toMatchObject({ reason: 'rate_limited', status: 429 })
  expect(await another.take(bytes(10), 100)).toMatchObject({ size: 10 })
  await first.clear()
  await second.clear()
  expect(await open(roomOf('lena')).take(bytes(10), 100)).toMatchObject({ size: 10 })
})

test('[SEC-08] what arrives after its call is over takes no room for ever', async () => {
  const roomOf = createRooms(10)
  const staging = open(roomOf('lena'))
  const slow = new Readable({ read: () => undefined })
  const taking = staging.take(slow, 100)
  await staging.clear()
  slow.push(Buffer.alloc(10))
  slow.push(null)
  await taking
  expect(await open(roomOf('lena')).take(bytes(10), 100)).toMatchObject({ size: 10 })
})
