import type { Module } from '../module.ts'
import { publicPagesRouter } from './public-pages.ts'

/** The pages of organizations that search engines may find, as sitemaps and in robots.txt. */
export const publicPagesModule: Module = {
  name: 'public-pages',
  tables: [],
  pages: publicPagesRouter,
}
