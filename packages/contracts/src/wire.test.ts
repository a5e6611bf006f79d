import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { describeWire } from './wire.ts'

const HASHES = path.join(import.meta.dirname, '../wire')
const wire = describeWire()

/**
 * If the wire format changes, decide whether deployed browsers and relays can work with the change. If they cannot, raise
 * WIRE_VERSION and extend its history. Then update the hashes: `npx vitest run packages/contracts/src/wire.test.ts -u`.
 * Each room has its own hash file, so that changes to two rooms do not conflict in git.
 */
test.each(Object.entries(wire))('the wire of %s is what was agreed [DESIGN-03]', async (name, described) => {
  const hash = createHash('sha256').update(JSON.stringify(described)).digest('hex')
  await expect(`${hash}\n`).toMatchFileSnapshot(path.join(HASHES, `${name}.hash`))
})

test('hash files exist only for present rooms', () => {
  const recorded = readdirSync(HASHES).map((file) => path.parse(file).name)
  expect(recorded.filter((name) => !(name in wire))).toEqual([])
})
