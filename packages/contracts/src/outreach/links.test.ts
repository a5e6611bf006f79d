import { expect, test } from 'vitest'
import {
  forbiddenAddresses,
  linkProblem,
  linksIn,
  SHORT_CODE_LENGTH,
  sampleShortLink,
  shortLinkOf,
  withLinks,
} from './links.rules.ts'

test.each<[string, string[]]>([
  ['Book at https://cedar.test/book.', ['https://cedar.test/book']],
  [
    '(https://cedar.test/a_(b)) or HTTP://cedar.test?x=1&y=2!',
    ['https://cedar.test/a_(b)', 'HTTP://cedar.test?x=1&y=2'],
  ],
  ['“https://cedar.test/it’s”, https://cedar.test/x\nmore', ['https://cedar.test/it’s', 'https://cedar.test/x']],
  ['https://cedar.test/?p={{firstName}}&q=1 now', ['https://cedar.test/?p={{firstName}}&q=1']],
  ['{{bookingLink|https://cedar.test/book}}', ['https://cedar.test/book']],
  ['cedar.test/book, mailto:a@cedar.test, xhttps://cedar.test', []],
])('linksIn finds the http and https addresses of %j', (words, urls) => {
  const found = linksIn(words)
  expect(found.map(({ url }) => url)).toEqual(urls)
  expect(found.map(({ from, to }) => words.slice(from, to))).toEqual(urls)
})

test('withLinks puts another address in the place of each link', () => {
  const words = 'See https://cedar.test/a, then https://cedar.test/b.'
  expect(withLinks(words, (url) => `<${url.at(-1)}>`)).toBe('See <a>, then <b>.')
  expect(withLinks('No link', () => 'x')).toBe('No link')
})

test('sampleShortLink is as long as each short link', () => {
  const link = shortLinkOf('https://foyer.test/s', 'aB3dE6gH9j')
  expect(link).toBe('https://foyer.test/s/aB3dE6gH9j')
  expect(sampleShortLink('https://foyer.test/s')).toHaveLength(link.length)
  expect(SHORT_CODE_LENGTH).toBe(10)
})

const anywhere = { ownHosts: ['foyer.example'], linkHosts: [] }

test.each(['https://cedar.test/book', 'http://www.cedar.test:8443/a?b#c', 'https://müller.example/'])(
  'linkProblem accepts %s',
  (url) => expect(linkProblem(url, anywhere)).toBeNull(),
)

test.each([
  ['https://cedar.test/?p={{lastName}}', 'A link can’t hold a patient’s details.'],
  ['javascript:alert(1)', 'This is not an http or https address.'],
  ['https://lena:secret@cedar.test', 'This is not an http or https address.'],
  ['https://', 'This is not an http or https address.'],
  ['http://127.0.0.1/x', 'A link leads to the name of a public host.'],
  ['http://0x7f.1/x', 'A link leads to the name of a public host.'],
  ['http://[::1]/x', 'A link leads to the name of a public host.'],
  ['http://localhost:8080', 'A link leads to the name of a public host.'],
  ['http://printer.local./x', 'A link leads to the name of a public host.'],
  ['https://foyer.example/s/aB3dE6gH9j', 'A link can’t lead back to this service.'],
  ['https://app.FOYER.example', 'A link can’t lead back to this service.'],
  [`https://cedar.test/${'x'.repeat(2048)}`, 'A link has 2,048 characters at most.'],
])('linkProblem refuses %s', (url, sentence) => expect(linkProblem(url, anywhere)).toBe(sentence))

test('linkProblem keeps to the hosts of the setting and those below them', () => {
  const policy = { ...anywhere, linkHosts: ['cedar.test', 'book.example'] }
  const refused = 'Links may lead to cedar.test, book.example only.'
  expect(
    ['https://cedar.test', 'https://www.cedar.test', 'https://notcedar.test', 'https://cedar.test.evil.example'].map(
      (url) => linkProblem(url, policy),
    ),
  ).toEqual([null, null, refused, refused])
})

test('forbiddenAddresses finds addresses of other schemes, and no colon of a sentence', () => {
  const words = 'Data: none. Tap javascript:alert(1) or DATA:text/html,x'
  expect(forbiddenAddresses(words).map(({ from, to }) => words.slice(from, to))).toEqual([
    ...['javascript:alert(1)', 'DATA:text/html,x'],
  ])
})
