import { randomInt } from 'node:crypto'
import { shortenLink } from '@foyer/contracts/outreach/link-calls.ts'
import { linkProblem, shortLinkOf } from '@foyer/contracts/outreach/links.rules.ts'
import { outreachSetting } from '@foyer/contracts/outreach/outreach-setting.ts'
import { notValid } from '../../http/refusal.ts'
import { type Route, route } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import { readSetting } from '../organizations/organizations.ts'
import { linkPolicyOf } from './link-policy.rules.ts'
import { keepSharedLink } from './links.store.ts'
import { newShortCode, type Random } from './short-code.rules.ts'

export function outreachRoutes(
  { clock, config }: Pick<Services, 'clock' | 'config'>,
  random: Random = (below) => randomInt(below),
): Route[] {
  return [
    route(shortenLink, ({ body: { url }, caller, organizationId, write }) =>
      write(async (tx) => {
        const { value: settings } = await readSetting(tx, organizationId, outreachSetting)
        const problem = linkProblem(url, linkPolicyOf(config, settings))
        if (problem !== null) throw notValid('url', problem)
        const wanted = { organizationId, url, by: caller.userId, now: clock.now() }
        const code = await keepSharedLink(tx, wanted, () => newShortCode(random))
        return { code: 'ok' as const, data: { shortUrl: shortLinkOf(config.shortLinkUrl, code) } }
      }),
    ),
  ]
}
