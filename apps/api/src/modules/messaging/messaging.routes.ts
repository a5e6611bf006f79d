import * as calls from '@foyer/contracts/main/notification-calls.ts'
import { dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import { createEmailGateway } from '../../gateways/email.ts'
import { notAllowed, notFound, Refusal } from '../../http/refusal.ts'
import { type Route, route } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import { readClinic } from '../organizations/organizations.ts'
import { noService, tooManyMails } from './mail.rules.ts'
import { countMail, findMail } from './mails.store.ts'
import { notify } from './notify.ts'
import { isRelayTarget } from './relay-target.rules.ts'

export function messagingRoutes(parts: Services): Route[] {
  const { config, database, clock } = parts
  const gateway = createEmailGateway(config.email)

  /** Counts a relayed mail against the daily limit of the caller's organization. */
  async function assertMayRelay(organizationId: string | undefined): Promise<void> {
    if (organizationId === undefined) throw notAllowed()
    const isCounted = await database.write(organizationId, async (tx) => {
      const day = dayIn(clock.now(), (await readClinic(tx, organizationId)).timezone)
      return countMail(tx, { organizationId, day, limit: config.emailDailyLimit })
    })
    if (!isCounted) throw tooManyMails()
  }

  return [
    route(calls.sendNotification, ({ body, caller, organizationId, write }) =>
      write((tx) => notify(tx, parts, { organizationId, userId: caller.userId }, body)),
    ),

    route(calls.mail, ({ query, organizationId, read }) =>
      read(async (tx) => {
        const data = await findMail(tx, { organizationId, mailId: query.mailId })
        if (!data) throw notFound()
        return { code: 'ok' as const, data }
      }),
    ),

    route(calls.relayToEmailService, async ({ body: { url, method, data = null }, caller, check }) => {
      if (config.email === null || gateway === null) throw noService()
      const notValid = (path: string, message: string) =>
        new Refusal('not_valid', `Not valid: ${path}.`, { issues: [{ path, message }] })
      if (!isRelayTarget(url, config.email)) throw notValid('url', 'Not an address of the e-mail service')
      if (method === 'GET' && data !== null) throw notValid('data', 'A GET carries none')
      await check()
      await assertMayRelay(caller.organizations[0])
      const answer = await gateway.relay({ url, method, data })
      if (!answer) throw new Refusal('upstream_failed', 'The e-mail service did not answer.')
      return { code: 'ok' as const, data: answer }
    }),
  ]
}
