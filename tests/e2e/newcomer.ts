/** A staff member who joins for one test only, so that what the test changes of the account affects no other. */
import { signIn } from '../support/member.ts'
import { until } from '../support/until.ts'
import type { World } from '../support/world.ts'
import { expect } from './fixtures.ts'

interface Mail {
  to: string
  subject: string
  text: string
}

interface Newcomer {
  readonly email: string
  readonly name: string
  readonly password: string
}

/** Waits for the newest mail to the user and returns its link. */
export async function mailedLink(world: World, to: string, path: string): Promise<string> {
  let link = ''
  await expect(async () => {
    const { mails } = (await (await fetch(`${world.url}/sandbox/mails`)).json()) as { mails: Mail[] }
    const texts = mails.filter((mail) => JSON.stringify(mail.to).includes(to)).map((mail) => JSON.stringify(mail))
    const links = texts.flatMap((text) => text.match(new RegExp(`${path}#token=[\\w-]+`)) ?? [])
    link = links.at(-1) ?? ''
    expect(link).not.toBe('')
  }).toPass()
  return link
}

/** Adds a user who follows the invitation of a mail. */
export async function newcomer(world: World, { email, name, password }: Newcomer): Promise<void> {
  const ana = await signIn(world.url, 'ana@demo.test')
  await ana.call('invite', { body: { organizationId: 'org_cedar', email, role: 'agent' }, key: crypto.randomUUID() })
  const [, token] = (await mailedLink(world, email, '/invitation')).split('#token=')
  const answer = await until(async () => {
    const said = await fetch(`${world.url}/api/auth/invitation/accept`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: world.url },
      body: JSON.stringify({ token, name, newPassword: password }),
    })
    // A busy service asks its callers to try again.
    if (said.status === 503) throw new Error(`${email} could not join: ${await said.text()}`)
    return said
  }, 180_000)
  expect(answer.status).toBe(200)
}
