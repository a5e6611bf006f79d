/** A setting of an organization: one stored value under a unique name, whichever module owns it. */
import type { z } from 'zod'
import type { Access } from './call.ts'

type Role = Extract<Access, 'member' | 'admin'>

export interface Setting<Schema extends z.ZodObject = z.ZodObject> {
  /** The name in the database; it never changes. */
  readonly name: string
  /**
   * An object that is not strict, so that the API of the previous release drops a field that it does not know. A field
   * that is added later needs a default in the schema, because stored values do not have it.
   */
  readonly schema: Schema
  /** The value until the organization saves the setting. */
  readonly default: z.output<Schema>
  /** The access of the call that reads it. */
  readonly read: Role
  /** The access of the call that saves it. */
  readonly write: Role
}

export type ValueOf<S> = S extends Setting<infer Schema> ? z.output<Schema> : never

export function setting<Schema extends z.ZodObject>(definition: Setting<Schema>): Setting<Schema> {
  return definition
}
