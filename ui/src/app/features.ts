import type { Feature } from "@/feature";
import { administration } from "@/features/administration";
import { calls } from "@/features/calls";
import { chat } from "@/features/chat";
import { conversations } from "@/features/conversations";
import { home } from "@/features/home";
import { integrations } from "@/features/integrations";
import { jobs } from "@/features/jobs";
import { organization } from "@/features/organization";
import { permissions } from "@/features/permissions";
import { presence } from "@/features/presence";
import { records } from "@/features/records";
import { session } from "@/features/session";
import { simulator } from "@/features/simulator";

/** The features of the product, in the order in which the navigation names their places. */
export const features: readonly Feature[] = [
  session,
  presence,
  home,
  calls,
  conversations,
  chat,
  records,
  permissions,
  integrations,
  simulator,
  organization,
  administration,
  jobs,
];
