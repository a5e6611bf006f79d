import { expect, test } from 'vitest'
import { signedOutWords } from '../signed-out.rules.ts'
import { exitOf } from './exit.rules.ts'
import type { Life } from './idle.rules.ts'

const place = { pathname: '/inbox', search: '?conversation=c1', hash: '#m1' }
const life = (idleMs: number, wholeMs: number): Life => ({
  ...{ at: { wall: 0, elapsed: 0 }, idleMinutes: 30 },
  ...{ idleMs, wholeMs },
})
const [idle, whole] = [life(1, 2), life(2, 2)]
const back = 'returnTo=%2Finbox%3Fconversation%3Dc1%23m1'

test.each([
  ['idle', idle, `/sign-in?${back}&signedOut=idle-30`],
  ['whole', whole, `/sign-in?${back}&signedOut=whole`],
  ['left', idle, '/sign-in'],
  ['left', whole, '/sign-in'],
  ['left', null, '/sign-in'],
  ['again', whole, `/sign-in?${back}`],
  ['gone', idle, undefined],
  ['idle', null, undefined],
] as const)('exitOf leads a session ended by "%s" to its address [OPEN-045] [OPEN-093]', (why, of, exit) => {
  expect(exitOf({ why, life: of }, place)).toBe(exit)
})

test('signedOutWords explains the end of a session and ignores unknown words [OPEN-093]', () => {
  expect(signedOutWords(`?${back}&signedOut=idle-30`)).toBe(
    'Signed out because this screen wasn’t used for 30 minutes.',
  )
  expect(signedOutWords('?signedOut=idle-1')).toBe('Signed out because this screen wasn’t used for 1 minute.')
  expect(signedOutWords('?signedOut=whole')).toBe('Signed out because you signed in 12 hours ago.')
  for (const other of ['', '?returnTo=/', '?signedOut=', '?signedOut=call 555-0100', '?signedOut=idle-12345'])
    expect(signedOutWords(other)).toBeNull()
})
