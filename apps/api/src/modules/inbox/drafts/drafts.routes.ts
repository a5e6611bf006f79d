import { drafts, saveDraft } from '@foyer/contracts/inbox/draft-calls.ts'
import { appendEvents, readHead } from '../../../events/append.ts'
import { positionCursor } from '../../../http/paging.ts'
import { notFound } from '../../../http/refusal.ts'
import { type Route, route } from '../../../http/route.ts'
import type { Services } from '../../../services.ts'
import { hasConversation, lockConversation } from '../../conversations/conversations.ts'
import { changesOf, draftOf } from './draft-changes.ts'
import { applySave } from './drafts.rules.ts'
import { findDraft, listDrafts } from './drafts.store.ts'

const CURSOR = positionCursor('drafts')

/** All calls act on the caller's own drafts; none takes another user. */
export function draftRoutes({ clock }: Services): Route[] {
  return [
    route(saveDraft, ({ body, caller, organizationId, write }) =>
      write(async (tx) => {
        const { conversationId, message, revision } = body
        const key = { organizationId, conversationId, userId: caller.userId }
        // The conversation's lock also serializes saves of one draft with each other and with a send.
        const [, before] = await Promise.all([lockConversation(tx, organizationId, conversationId), findDraft(tx, key)])
        const now = clock.now()
        const after = applySave(key, before?.state ?? null, { message, private: body.private, revision }, now)
        const changes = after === null ? [] : changesOf(tx, before, after)
        const { seq, epoch } = await appendEvents(tx, { organizationId, at: now }, changes)
        const state = after ?? before?.state
        if (!state) throw new Error('A draft was neither saved nor stored.')
        const version = changes.length > 0 ? seq - changes.length + 1 : (before?.version ?? 0)
        return { code: 'ok' as const, data: { draft: draftOf(state, version), kept: after !== null }, asOf: seq, epoch }
      }),
    ),

    route(drafts, ({ query, caller, organizationId, read }) => {
      const after = CURSOR.read(query.cursor)
      return read(async (tx) => {
        const { conversationId = null, limit } = query
        const [{ seq, epoch }, isKnown, page] = await Promise.all([
          readHead(tx, organizationId),
          conversationId === null || hasConversation(tx, organizationId, conversationId),
          listDrafts(tx, { organizationId, userId: caller.userId, conversationId, after, limit }),
        ])
        if (!isKnown) throw notFound()
        const cursor = CURSOR.write(page.end)
        const data = page.drafts.map(({ state, version }) => draftOf(state, version))
        return { code: 'ok' as const, data, asOf: seq, epoch, cursor }
      })
    }),
  ]
}
