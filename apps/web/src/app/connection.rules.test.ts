import { expect, test } from 'vitest'
import { bannerWord, connectionWord } from './connection.rules.ts'

const outage = { state: 'connecting', wasLive: true, noticed: false, gone: false } as const

test.each([
  [{ ...outage, state: 'live' }, 'Live', null],
  [{ ...outage, wasLive: false }, 'Catching up', null],
  [{ ...outage }, 'Reconnecting', null],
  [{ ...outage, noticed: true }, 'Reconnecting', 'Reconnecting'],
  [{ ...outage, wasLive: false, noticed: true }, 'Reconnecting', 'Reconnecting'],
  [{ ...outage, noticed: true, gone: true }, 'Offline', 'Offline'],
  [{ ...outage, state: 'offline' }, 'Reconnecting', null],
  [{ ...outage, state: 'offline', noticed: true, gone: true }, 'Offline', 'Offline'],
  [{ ...outage, state: 'catchingUp' }, 'Catching up', null],
  [{ ...outage, state: 'catchingUp', noticed: true }, 'Catching up', 'Reconnecting'],
] as const)('[OPEN-097] %j reads %s, with the banner %s', (state, word, banner) => {
  expect(connectionWord(state)).toBe(word)
  expect(bannerWord(state)).toBe(banner)
})
