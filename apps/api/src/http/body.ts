import type { AnyCall } from '@foyer/contracts/call.ts'
import express, { type Request, type RequestHandler, type Response } from 'express'
import type { Staging } from '../files/staging.ts'
import { MULTIPART_TYPE, readMultipart } from './multipart.ts'
import { Refusal } from './refusal.ts'
import type { UploadedFile } from './route.ts'

const LIMIT = '64kb'
const DEPTH_MAX = 20
const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'

const asJson = express.json({ limit: LIMIT, type: JSON_TYPE, inflate: false })
const asForm = express.urlencoded({
  limit: LIMIT,
  type: FORM_TYPE,
  inflate: false,
  extended: false,
  parameterLimit: 200,
})

interface Body {
  readonly fields: unknown
  readonly files: readonly UploadedFile[]
}

/**
 * Reads the body in the form that the call declares; an absent body is empty. Raw form parameters stay in `req.body`.
 */
export async function readBody(
  call: AnyCall,
  { req, res, staging }: { req: Request; res: Response; staging: Staging },
): Promise<Body> {
  if (call.method === 'GET' || !hasBody(req)) return { fields: {}, files: [] }
  if (call.access === 'fax') {
    // The fax service signs nothing, so its body is not read.
    req.resume()
    return { fields: {}, files: [] }
  }
  const types = typesOf(call)
  if (!req.is(types)) throw new Refusal('unsupported_type', `The body must be ${types.join(' or ')}.`)
  const parts = call.files ?? call.orFiles
  if (parts && req.is(MULTIPART_TYPE)) return readMultipart(parts, { req, res, staging })
  const isForm = call.form || (call.orForm && req.is(FORM_TYPE))
  await run(isForm ? asForm : asJson, req, res)
  assertShallow(req.body)
  return { fields: isForm ? { ...req.body } : req.body, files: [] }
}

/** What reads a deep body may use up the stack. */
export function assertShallow(body: unknown): void {
  if (isTooDeep(body, DEPTH_MAX)) throw new Refusal('not_valid', `The body is nested deeper than ${DEPTH_MAX}.`)
}

function typesOf({ files, orFiles, form, orForm }: AnyCall): string[] {
  if (files) return [MULTIPART_TYPE]
  return [form ? FORM_TYPE : JSON_TYPE, ...(orForm ? [FORM_TYPE] : []), ...(orFiles ? [MULTIPART_TYPE] : [])]
}

function hasBody(req: Request): boolean {
  return req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0
}

function run(parser: RequestHandler, req: Request, res: Response): Promise<void> {
  return new Promise((resolve, reject) => {
    void parser(req, res, (error?: unknown) => (error ? reject(error) : resolve()))
  })
}

/** Measures level by level, so that a deep body can't overflow the stack. */
function isTooDeep(body: unknown, max: number): boolean {
  const nested = (values: unknown[]) => values.filter((value) => typeof value === 'object' && value !== null)
  let level = nested([body])
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > max) return true
    level = nested(level.flatMap((one) => Object.values(one)))
  }
  return false
}
