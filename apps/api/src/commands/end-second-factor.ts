/**
 * Turns off the second factor of a user who lost it: `npm run end-second-factor -- --email …`, with DATABASE_URL or
 * the embedded database of DATA_DIR.
 */
import { randomUUIDv7 } from 'node:crypto'
import { parseArgs } from 'node:util'
import { StartRefusal } from '@foyer/contracts/environment.ts'
import { type Ended, endLostSecondFactor } from '../modules/session/second-factor/lost-authenticator.ts'
import { runOnStore } from './store-command.ts'

const MESSAGES: Readonly<Record<Ended, string>> = {
  ended: 'The second factor is off and every session of the account has ended. The password alone lets in now.',
  'had none': 'This account has no second factor.',
  unknown: 'There is no account with this e-mail.',
}

await runOnStore(async (open) => {
  const { email } = parseArgs({ options: { email: { type: 'string' } }, strict: false }).values
  if (typeof email !== 'string') throw new StartRefusal('Name the account: --email somebody@clinic.example')
  const database = (await open()).connect()
  const ended = await endLostSecondFactor({ database, clock: { now: () => new Date() }, newId: randomUUIDv7 }, email)
  console.log(MESSAGES[ended])
  if (ended !== 'ended') process.exitCode = 1
})
