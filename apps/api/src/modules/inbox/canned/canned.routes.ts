import * as calls from '@foyer/contracts/inbox/canned-calls.ts'
import { notFound, Refusal } from '../../../http/refusal.ts'
import { type Route, route } from '../../../http/route.ts'
import type { Services } from '../../../services.ts'
import { assertWording } from '../../organizations/wording.rules.ts'
import {
  addCannedMessage,
  changeCannedMessage,
  claimTitle,
  listCannedMessages,
  removeCannedMessage,
} from './canned.store.ts'

export function cannedRoutes({ newId }: Services): Route[] {
  return [
    route(calls.cannedMessages, ({ organizationId, read }) =>
      read(async (tx) => ({ code: 'ok' as const, data: await listCannedMessages(tx, organizationId) })),
    ),

    route(calls.addCannedMessage, ({ body: { title, message }, organizationId, write }) =>
      write(async (tx) => {
        assertWording([{ path: 'message', text: message }])
        if (!(await claimTitle(tx, { organizationId, title }))) throw titleTaken()
        const data = await addCannedMessage(tx, { organizationId, id: newId(), title, message })
        return { code: 'ok' as const, data }
      }),
    ),

    route(calls.updateCannedMessage, ({ body: { _id: id, title, message }, organizationId, write }) =>
      write(async (tx) => {
        assertWording([{ path: 'message', text: message }])
        if (!(await claimTitle(tx, { organizationId, title, except: id }))) throw titleTaken()
        const data = await changeCannedMessage(tx, { organizationId, id, title, message })
        if (!data) throw notFound()
        return { code: 'ok' as const, data }
      }),
    ),

    route(calls.removeCannedMessage, ({ body: { _id }, organizationId, write }) =>
      write(async (tx) => {
        if (!(await removeCannedMessage(tx, organizationId, _id))) throw notFound()
        return { code: 'ok' as const, data: { _id } }
      }),
    ),
  ]
}

/** [OPEN-023] */
const titleTaken = () => new Refusal('conflict', 'Another canned message has this title.')
