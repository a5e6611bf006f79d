/** Test setup for membership: the whole API with the organizations Cedar and Lakeside and their staff. */
import type { BodyOf } from '@foyer/contracts/call.ts'
import { type CallName, type Calls, calls } from '@foyer/contracts/calls.ts'
import { Registry } from 'prom-client'
import { CEDAR, type Clinics, openClinics } from '../../../../../../tests/calls/clinics.ts'
import { type Member, signIn } from '../../../../../../tests/support/member.ts'
import { until } from '../../../../../../tests/support/until.ts'
import { DEMO_PASSWORD } from '../../../../../../tests/support/world.ts'
import { createLocalAccount } from '../local-account.ts'
import { startAccountMailing } from '../mails/account-mailing.ts'

interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  readonly body: any
}

export interface Membership {
  readonly clinics: Clinics
  /** Makes a call as this member, of Cedar by default. */
  ask(as: Member, name: CallName, fields?: object, key?: string): Promise<Answer>
  /** Makes a public call as a browser with this cookie. */
  open<Name extends CallName>(name: Name, body: BodyOf<Calls[Name]>, cookie?: string): Promise<Answer>
  /** Adds a user with a session, and as a member of Cedar if `role` is given. */
  newcomer(name: string, role?: string): Promise<Member>
  signIn(email: string, password?: string): Promise<Member>
  /** Whether the token's session is still active. */
  isIn(member: Member): Promise<boolean>
  /** Sends all waiting mails and returns the tokens in the links to this address, newest last. */
  mailed(address: string): Promise<string[]>
  close(): Promise<void>
}

export async function openMembership(): Promise<Membership> {
  const clinics = await openClinics()
  const { url, store, parts, emailService } = clinics
  const ask: Membership['ask'] = async (as, name, fields = {}, key) => {
    const { method, path } = calls[name]
    const given = { organizationId: CEDAR.id, ...fields }
    const search = method === 'GET' ? `?${new URLSearchParams(given as Record<string, string>)}` : ''
    const answer = await fetch(url + path + search, {
      method,
      headers: {
        authorization: `Bearer ${as.token}`,
        'content-type': 'application/json',
        ...(key && { 'idempotency-key': key }),
      },
      ...(method === 'GET' ? {} : { body: JSON.stringify(given) }),
    })
    return { status: answer.status, body: await answer.json() }
  }
  return {
    clinics,
    ask,
    async open(name, body, cookie) {
      const answer = await fetch(url + calls[name].path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(cookie && { cookie }) },
        body: JSON.stringify(body),
      })
      return { status: answer.status, body: await answer.json() }
    },
    async newcomer(name, role) {
      const id = `usr_${name}`
      const email = `${name}@demo.test`
      await parts.database.system((tx) =>
        createLocalAccount(tx, { id, email, name: `${name} of the staff`, password: DEMO_PASSWORD }, parts),
      )
      if (role) await store.query(`insert into members values ($1, $2, $3)`, [CEDAR.id, id, role])
      return signIn(url, email)
    },
    signIn: (email, password) => signIn(url, email, password),
    isIn: async (member) => (await ask(member, 'agents')).status !== 401,
    async mailed(address) {
      const worker = startAccountMailing({ ...parts, metrics: new Registry() }, { pollMs: 10 })
      await until(async () => {
        const [{ left } = { left: 0 }] = await store.query<{ left: number }>(
          'select count(*)::int as left from account_mails where ended_at is null',
        )
        return left === 0
      })
      await worker.stop()
      return emailService.asked
        .filter(({ body }) => body?.personalizations?.[0].to[0].email === address)
        .map(({ body }) => /#token=([\w-]+)\n/.exec(body.content[0].value)?.[1] ?? '')
    },
    close: clinics.close,
  }
}
