import { expect, test } from 'vitest'
import { attachmentOf, mediaAddress, readMediaToken } from './attachment-address.rules.ts'

const config = { publicUrl: 'https://foyer.test', authSecret: 'a secret of the tests' }
const ticket = { organizationId: 'o1', attachmentId: 'f1' }
const now = new Date('2026-11-19T15:00:00Z')
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
const tokenOf = (address: string) => new URL(address).searchParams.get('token') ?? ''
const token = tokenOf(mediaAddress(config, ticket, now))

test('media address is valid for one hour and one file [OPEN-101]', () => {
  expect(mediaAddress(config, ticket, now)).toMatch(/^https:\/\/foyer\.test\/api\/inbox\/media\?token=[\w.-]+$/)
  expect(readMediaToken(config.authSecret, token, later(59))).toEqual(ticket)
  expect(readMediaToken(config.authSecret, token, later(60))).toBeNull()
})

test('readMediaToken is null for a token with another signature [OPEN-101]', () => {
  const [said = '', signature = ''] = token.split('.')
  const other = Buffer.from(JSON.stringify(['o2', 'f1', 9_999_999_999])).toString('base64url')
  for (const wrong of [
    '',
    '.',
    said,
    `${said}.`,
    `.${signature}`,
    `${other}.${signature}`,
    `${token}.x`,
    `${said}.${signature}x`,
  ])
    expect(readMediaToken(config.authSecret, wrong, now), wrong).toBeNull()
  expect(readMediaToken('another secret', token, now)).toBeNull()
})

test('attachmentOf gives a path of this API [OPEN-071]', () => {
  const file = { id: 'f1', name: 'a.pdf', contentType: 'application/pdf', size: 7 }
  expect(attachmentOf('o 1', file)).toEqual({
    ...{ _id: 'f1', name: 'a.pdf', contentType: 'application/pdf', size: 7 },
    url: '/api/inbox/attachment?organizationId=o+1&attachmentId=f1',
  })
})
