import { expect, test } from 'vitest'
import { bannerWord, causeOf, connectionWord, offlineCauseWords } from './connection.rules.ts'

const outage = { state: 'connecting', cause: 'unknown', wasLive: true, noticed: false, gone: false } as const

test.each([
  [{ ...outage, state: 'live' }, 'Live', null],
  [{ ...outage, wasLive: false }, 'Catching up', null],
  [{ ...outage }, 'Reconnecting', null],
  [{ ...outage, noticed: true }, 'Reconnecting', 'Reconnecting'],
  [{ ...outage, wasLive: false, noticed: true }, 'Reconnecting', 'Reconnecting'],
  [{ ...outage, noticed: true, gone: true }, 'Offline', 'Offline'],
  [{ ...outage, noticed: true, gone: true, cause: 'silent' }, 'Offline', 'Offline'],
  [{ ...outage, noticed: true, gone: true, cause: 'liveOnly' }, 'Reconnecting', 'Reconnecting'],
  [{ ...outage, state: 'offline' }, 'Reconnecting', null],
  [{ ...outage, state: 'offline', noticed: true, gone: true }, 'Offline', 'Offline'],
  [{ ...outage, state: 'catchingUp' }, 'Catching up', null],
  [{ ...outage, state: 'catchingUp', noticed: true }, 'Catching up', 'Reconnecting'],
] as const)('[OPEN-097] %j reads %s, with the banner %s', (state, word, banner) => {
  expect(connectionWord(state)).toBe(word)
  expect(bannerWord(state)).toBe(banner)
})

test.each([
  ['offline', 'silent', 'noNetwork', 'Offline since 9:18 AM: this device has no network.'],
  ['connecting', 'silent', 'silent', 'Offline since 9:18 AM: the server does not answer.'],
  ['connecting', 'failing', 'failing', 'Offline since 9:18 AM: the server answers with errors.'],
  ['connecting', 'answers', 'liveOnly', 'Offline since 9:18 AM.'],
  ['unauthenticated', null, 'signedOut', 'You were signed out at 9:18 AM.'],
  ['connecting', null, 'unknown', 'Offline since 9:18 AM.'],
] as const)('causeOf %s with calls that met %s is %s, in words %s [OPEN-097]', (state, reach, cause, words) => {
  expect(causeOf(state, reach)).toBe(cause)
  expect(offlineCauseWords(cause, '9:18 AM')).toBe(words)
})
