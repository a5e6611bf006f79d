import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { describeWire } from './wire.ts'

const HASHES = path.join(import.meta.dirname, '../wire')
const wire = describeWire()

/**
 * The wire changed? Decide: can browsers and relays that are out there live with it? If they can't, raise WIRE_VERSION and
 * say so in its history. Then record the wire anew: `npx vitest run packages/contracts/src/wire.test.ts -u`. Each room has a
 * file of its own, so that two people who add a room each change no line of the other.
 */
test.each(Object.entries(wire))('the wire of %s is what was agreed [DESIGN-03]', async (name, described) => {
  const hash = createHash('sha256').update(JSON.stringify(described)).digest('hex')
  await expect(`${hash}\n`).toMatchFileSnapshot(path.join(HASHES, `${name}.hash`))
})

test('no wire is recorded of a room that is gone', () => {
  const recorded = readdirSync(HASHES).map((file) => path.parse(file).name)
  expect(recorded.filter((name) => !(name in wire))).toEqual([])
})
