/**
 * - `answers`: the server works, even if it refused this call.
 * - `silent`: no answer came.
 * - `failing`: the server, or a proxy in front of it, answers with errors.
 */
export type Reach = 'answers' | 'silent' | 'failing'
