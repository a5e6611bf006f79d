import { describe, expect, test } from 'vitest'
import { shortenLink, trackDripCampaign } from './link-calls.ts'
import { outreachSetting } from './outreach-setting.ts'
import { saveOutreachSettings } from './settings-calls.ts'
import { isHostName, isWebAddress } from './web-address.rules.ts'

test.each([
  ['https://example.test/a', true],
  ['http://example.test', true],
  ['HTTPS://EXAMPLE.TEST/a?b=1#c', true],
  ['javascript:alert(1)', false],
  ['data:text/html,x', false],
  ['ftp://example.test/a', false],
  ['//example.test/a', false],
  ['example.test', false],
  ['https://lena@example.test/', false],
  ['https://:secret@example.test/', false],
  ['', false],
])('isWebAddress judges %s', (text, judged) => {
  expect(isWebAddress(text)).toBe(judged)
})

test('isHostName takes a name of a host and no port, path or bare word', () => {
  expect(['cedar.test', 'book.cedar.test', 'xn--bcher-kva.example'].map(isHostName)).toEqual([true, true, true])
  for (const wrong of [
    'cedar',
    'cedar.test:80',
    'cedar.test/a',
    'https://cedar.test',
    '-a.test',
    '.test',
    '*.test',
    '',
  ])
    expect(isHostName(wrong), wrong).toBe(false)
})

describe('shortenLink', () => {
  const shorten = (url: unknown) => shortenLink.body.safeParse({ url }).success

  test('takes an address of at most 2048 characters [OPEN-053]', () => {
    const long = `https://example.test/${'a'.repeat(2048)}`
    expect([shorten('https://example.test/a'), shorten(long.slice(0, 2048)), shorten(long.slice(0, 2049))]).toEqual([
      ...[true, true, false],
    ])
  })

  test('refuses an address that is not http or https [OPEN-053]', () => {
    for (const url of ['javascript:alert(1)', 'mailto:a@b.test', 'example.test', '', 1])
      expect(shorten(url)).toBe(false)
  })
})

test('trackDripCampaign refuses an unknown event [OPEN-052]', () => {
  const track = (c: string) => trackDripCampaign.params.safeParse({ a: 'c1', b: 'p1', c }).success
  expect(['sent', 'opened', 'clicked', 'replied'].map(track)).toEqual(Array(4).fill(true))
  expect(['x', 'booked', 'optedOut', 'Clicked'].map(track)).toEqual(Array(4).fill(false))
})

test.each([
  [{ segmentsPerSecond: 0.05 }, 'segmentsPerSecond'],
  [{ segmentsPerSecond: 101 }, 'segmentsPerSecond'],
  [{ pricePerSegment: 1.5 }, 'pricePerSegment'],
  [{ currency: 'usd' }, 'currency'],
  [{ bookingUrl: 'javascript:alert(1)' }, 'bookingUrl'],
  [{ linkHosts: ['https://cedar.test'] }, 'linkHosts.0'],
  [{ linkHosts: ['cedar.test', 'CEDAR.test'] }, 'linkHosts'],
  [{ failurePercent: 4 }, 'failurePercent'],
  [{ dailyShare: 101 }, 'dailyShare'],
  [{ postalAddress: 'x'.repeat(301) }, 'postalAddress'],
])('saveOutreachSettings names the field of %j that is wrong', (wrong, field) => {
  const body = { organizationId: 'org_cedar', version: 0, ...outreachSetting.default, ...wrong }
  expect(saveOutreachSettings.body.safeParse(body).error?.issues.map(({ path }) => path.join('.'))).toEqual([field])
})
