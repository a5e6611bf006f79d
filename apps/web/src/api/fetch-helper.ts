export type Fetch = (address: string, init?: RequestInit) => Promise<Response>

/** What `fetchHelper` throws: a plain object, by the product's specification. */
interface ServerError {
  error: 'Server error'
}

/**
 * [ERR-09] [ERR-10] Answers the body of a call; 401 and 500 pass as they are (their bodies say what happened), any other
 * failed status is thrown as `{ error: "Server error" }`. [OPEN-088] says which calls go through it.
 */
export async function fetchHelper(fetch: Fetch, address: string, init?: RequestInit): Promise<unknown> {
  const response = await fetch(address, init)
  const passable = response.ok || response.status === 401 || response.status === 500
  if (!passable) throw { error: 'Server error' } satisfies ServerError
  return bodyOf(response)
}

/** The JSON of an answer, or null where it has none or holds something else. */
export async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return text === '' ? null : JSON.parse(text)
  } catch {
    return null
  }
}
