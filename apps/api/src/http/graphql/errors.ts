/** Errors as GraphQL answers them: with a reason of the one catalogue, and without anything of the process. */
import { GraphQLError } from 'graphql'
import type { Services } from '../../services.ts'
import { Refusal } from '../refusal.ts'

interface Known extends Pick<Services, 'log'> {
  readonly requestId: string
  readonly production: boolean
}

/** An error of the document itself, of a call that was refused, or of ours. */
export function answeredError(error: GraphQLError, { log, requestId, production }: Known): GraphQLError {
  const { originalError: original, path, extensions } = error
  const named = path === undefined ? {} : { path }
  if (original instanceof Refusal) {
    const { reason, message, issues, data, retryAfterS } = original
    if (original.cause !== undefined) log.warn({ err: original, requestId }, 'a call could not be served')
    return new GraphQLError(message, {
      ...named,
      extensions: {
        ...{ reason, requestId, ...(issues && { issues }), ...(data !== undefined && { data }) },
        ...(retryAfterS !== undefined && { retryAfterS }),
      },
    })
  }
  // The faults of a document have no original error; those of variables have a GraphQLError as one.
  if (original === undefined || original === null || original instanceof GraphQLError) {
    const { reason = 'not_valid', http } = extensions as { reason?: string; http?: unknown }
    const message = production ? withoutSuggestion(error.message) : error.message
    return new GraphQLError(message, { ...named, extensions: { reason, requestId, ...(http ? { http } : {}) } })
  }
  log.error({ err: original, requestId, path }, 'a field of GraphQL failed')
  return new GraphQLError('Something went wrong on our side.', {
    ...named,
    extensions: { reason: 'failed', requestId },
  })
}

/** "Did you mean …?" tells names of the schema, and it ends a message. The time grows with the message's length and no faster. */
function withoutSuggestion(message: string): string {
  const at = message.indexOf('Did you mean ')
  return at === -1 ? message : message.slice(0, at).trimEnd()
}
