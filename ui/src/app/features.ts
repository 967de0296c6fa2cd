import type { Feature } from "@/feature";
import { activities } from "@/features/activities";
import { administration } from "@/features/administration";
import { analytics } from "@/features/analytics";
import { apps } from "@/features/apps";
import { assistance } from "@/features/assistance";
import { automation } from "@/features/automation";
import { calls } from "@/features/calls";
import { campaigns } from "@/features/campaigns";
import { chat } from "@/features/chat";
import { conversations } from "@/features/conversations";
import { exports } from "@/features/exports";
import { feed } from "@/features/feed";
import { files } from "@/features/files";
import { home } from "@/features/home";
import { imports } from "@/features/imports";
import { integrations } from "@/features/integrations";
import { jobs } from "@/features/jobs";
import { lists } from "@/features/lists";
import { market } from "@/features/market";
import { notifications } from "@/features/notifications";
import { onboarding } from "@/features/onboarding";
import { organization } from "@/features/organization";
import { people } from "@/features/people";
import { permissions } from "@/features/permissions";
import { presence } from "@/features/presence";
import { queries } from "@/features/queries";
import { records } from "@/features/records";
import { salesforce } from "@/features/salesforce";
import { schemas } from "@/features/schemas";
import { session } from "@/features/session";
import { simulator } from "@/features/simulator";
import { subscribers } from "@/features/subscribers";
import { tags } from "@/features/tags";
import { templates } from "@/features/templates";

/** The features of the product, in the order in which the navigation names their places. */
export const features: readonly Feature[] = [
  session,
  presence,
  home,
  calls,
  conversations,
  chat,
  notifications,
  feed,
  records,
  people,
  permissions,
  queries,
  schemas,
  integrations,
  salesforce,
  onboarding,
  apps,
  tags,
  activities,
  templates,
  lists,
  imports,
  exports,
  subscribers,
  files,
  analytics,
  campaigns,
  assistance,
  automation,
  market,
  simulator,
  organization,
  administration,
  jobs,
];
