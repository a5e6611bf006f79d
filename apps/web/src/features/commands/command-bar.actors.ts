import { CHAT_PAGE_SIZE } from '@foyer/contracts/defaults.ts'
import { chatSearch } from '@foyer/contracts/search.rules.ts'
import { fromPromise } from 'xstate'
import type { Api } from '../../api/client.ts'
import { resultsOf, type SearchResults, searchWords } from './command-bar.rules.ts'

interface SearchDependencies {
  readonly api: Api
  readonly organizationId: string
  readonly userId: string
}

/** [CALL-INBOX-01] [CALL-INBOX-21] Searches conversations of every status, and patients. */
export function searchEverything({ api, organizationId, userId }: SearchDependencies) {
  return fromPromise<SearchResults, string>(async ({ input, signal }) => {
    const words = searchWords(input)
    const search = chatSearch(words)
    const [people, conversations] = await Promise.all([
      api('searchUsers', { query: { organizationId, search: words }, signal }),
      // [RULE-06] The conversation search accepts only certain characters. A name with others is found among the
      // patients.
      search === null
        ? null
        : api('conversations', { query: { ...everything(organizationId, userId), search }, signal }),
    ])
    return resultsOf(conversations?.data ?? [], people.data)
  })
}

function everything(organizationId: string, userId: string) {
  return { organizationId, userId, status: ['all' as const], filter: 'all' as const, page: 1, limit: CHAT_PAGE_SIZE }
}
