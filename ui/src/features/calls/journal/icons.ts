import {
  ArrowLeftRight,
  Bell,
  BellOff,
  CircleCheck,
  Grip,
  LogIn,
  LogOut,
  type LucideIcon,
  Mic,
  MicOff,
  Pause,
  Phone,
  PhoneCall,
  PhoneIncoming,
  PhoneMissed,
  PhoneOff,
  Play,
  TriangleAlert,
  Undo2,
  User,
} from "lucide-react";

const icons: Record<string, LucideIcon> = {
  ringing: PhoneIncoming,
  offered: Bell,
  withdrawn: BellOff,
  declined: PhoneMissed,
  accepted: Phone,
  returned: Undo2,
  assigned: User,
  joined: LogIn,
  left: LogOut,
  connected: PhoneCall,
  held: Pause,
  resumed: Play,
  muted: MicOff,
  unmuted: Mic,
  dtmf: Grip,
  warning: TriangleAlert,
  warning_cleared: CircleCheck,
  ended: PhoneOff,
};

export const iconOf = (kind: string): LucideIcon => icons[kind] ?? ArrowLeftRight;

const tones: Record<string, string> = {
  declined: "text-danger",
  returned: "text-danger",
  warning: "text-warning",
  held: "text-warning",
  connected: "text-success",
  accepted: "text-success",
  transfer_completed: "text-success",
};

export const toneOf = (kind: string): string => tones[kind] ?? "text-n10";
