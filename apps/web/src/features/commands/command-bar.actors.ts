import { CHAT_PAGE_SIZE } from '@foyer/contracts/defaults.ts'
import { chatSearch } from '@foyer/contracts/search.rules.ts'
import { fromPromise } from 'xstate'
import type { Api } from '../../api/client.ts'
import { askedWords, type Found, foundOf } from './command-bar.rules.ts'

interface SearchParts {
  readonly api: Api
  readonly organizationId: string
  readonly userId: string
}

/** [CALL-INBOX-01] [CALL-INBOX-21] Conversations of every status, and patients. */
export function searchEverything({ api, organizationId, userId }: SearchParts) {
  return fromPromise<Found, string>(async ({ input, signal }) => {
    const words = askedWords(input)
    const search = chatSearch(words)
    const [people, conversations] = await Promise.all([
      api('searchUsers', { query: { organizationId, search: words }, signal }),
      // [RULE-06] The list's search takes no other signs; a name that needs them is found among the patients.
      search === null
        ? null
        : api('conversations', { query: { ...everything(organizationId, userId), search }, signal }),
    ])
    return foundOf(conversations?.data ?? [], people.data)
  })
}

function everything(organizationId: string, userId: string) {
  return { organizationId, userId, status: ['all' as const], filter: 'all' as const, page: 1, limit: CHAT_PAGE_SIZE }
}
