import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { describeWire, WIRE_VERSION } from './wire.ts'

/**
 * The wire changed? Decide: can browsers and relays that are out there live with it? If they can't, raise WIRE_VERSION and
 * say so in its history. Then record the wire anew: `npx vitest run packages/contracts/src/wire.test.ts -u`.
 */
test('[DESIGN-03] the wire is what was agreed', async () => {
  const hash = createHash('sha256').update(JSON.stringify(describeWire())).digest('hex')
  await expect(`version ${WIRE_VERSION}\n${hash}\n`).toMatchFileSnapshot('wire.hash')
})
