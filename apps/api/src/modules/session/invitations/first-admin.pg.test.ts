/** Adding an organization and inviting its first admin by command. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Membership, openMembership } from '../members/membership.suite.ts'
import { addOrganization, inviteFirstAdmin } from './first-admin.ts'

const PASSWORD = 'a long enough password'
const BIRCH = { id: 'org_birch', name: 'Birch Hill', type: 'hospital', timezone: 'America/Denver' } as const
const NEW = { name: 'New Admin', newPassword: PASSWORD }

let house: Membership
beforeAll(async () => {
  house = await openMembership()
})
afterAll(() => house.close())

async function run(...args: string[]) {
  const child = spawn(process.execPath, ['apps/api/src/commands/add-organization.ts', ...args], {
    cwd: path.resolve(import.meta.dirname, '../../../../../..'),
    env: {
      ...{ PATH: process.env.PATH, DATABASE_URL: house.clinics.store.url, PUBLIC_URL: 'https://foyer.example' },
      ...{ AUTH_SECRET: 'another secret of the tests alone', TWILIO_BASE_URL: 'http://127.0.0.1:1' },
    },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  const [code] = await once(child, 'close')
  return { code, said }
}

test('addOrganization mails the first admin, who joins and invites the next member [OPEN-044]', async () => {
  const { parts } = house.clinics
  const organizationId = BIRCH.id
  const added = await addOrganization({ ...BIRCH, smsNumber: '+17205550100' }, 'first@people.test', parts)
  expect(added).toEqual({ link: null })
  const [token = ''] = await house.mailed('first@people.test')
  const seen = await house.open('lookAtInvitation', { token })
  expect(seen.body.data).toMatchObject({ organizationName: 'Birch Hill', role: 'admin', asks: 'account' })
  expect(await house.open('acceptInvitation', { token, ...NEW })).toMatchObject({ status: 200 })
  const first = await house.signIn('first@people.test', PASSWORD)
  expect(await house.ask(first, 'conversations', { organizationId })).toMatchObject({ status: 200, body: { data: [] } })
  expect(
    await house.ask(first, 'invite', { organizationId, email: 'second@people.test', role: 'agent' }),
  ).toMatchObject({ status: 200 })
  const { data } = (await house.ask(first, 'auditLog', { organizationId })).body
  expect(data.at(-1)).toMatchObject({ call: 'command add-organization', user: null, outcome: 'ok' })
  await expect(inviteFirstAdmin(BIRCH.id, 'third@people.test', parts)).rejects.toThrow('org_birch has an admin')
})

test('addOrganization refuses an existing id or number and writes nothing', async () => {
  const { parts, store } = house.clinics
  const add = (id: string, smsNumber: string | null) =>
    addOrganization({ ...BIRCH, id, smsNumber }, 'x@people.test', parts)
  await expect(add('org_cedar', null)).rejects.toThrow('There is an organization org_cedar already.')
  await expect(add('org_new', '+15125550100')).rejects.toThrow('Another organization has this number already.')
  await expect(inviteFirstAdmin('org_absent', 'x@people.test', parts)).rejects.toThrow('There is no organization')
  expect(await store.query(`select 1 from invitations where email = 'x@people.test'`)).toEqual([])
})

test('add-organization prints a link when no mail can be sent, and a new one with --again [OPEN-044]', async () => {
  const wrong = await run('--id', 'org elm', '--name', 'Elm', '--type', 'clinic', '--timezone', 'Elm', '--admin', 'elm')
  expect(wrong).toMatchObject({ code: 1, said: expect.not.stringContaining('at ') })
  for (const field of ['id', 'type', 'timezone', 'admin']) expect(wrong.said).toContain(`--${field}: `)

  const place = ['--id', 'org_elm', '--admin', 'Elm@People.test']
  const { code, said } = await run(...place, '--name', 'Elm', '--type', 'medSpa', '--timezone', 'America/Chicago')
  expect(code, said).toBe(0)
  const linkIn = (text: string) => /^https:\/\/foyer\.example\/invitation#token=([\w-]+)$/m.exec(text)?.[1] ?? ''
  const again = await run('--again', ...place)
  expect(again.code, again.said).toBe(0)
  expect(await house.open('acceptInvitation', { token: linkIn(said), ...NEW })).toMatchObject({ status: 410 })
  expect(await house.open('acceptInvitation', { token: linkIn(again.said), ...NEW })).toMatchObject({ status: 200 })
  const elm = await house.signIn('elm@people.test', PASSWORD)
  expect(await house.ask(elm, 'members', { organizationId: 'org_elm' })).toMatchObject({ status: 200 })
  expect(await house.mailed('elm@people.test')).toEqual([])
})
