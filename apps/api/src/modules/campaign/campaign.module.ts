import type { Module } from '../module.ts'
import { campaignRoutes } from './campaign.routes.ts'

export const campaignModule: Module = {
  name: 'campaign',
  tables: [],
  routes: campaignRoutes,
}
