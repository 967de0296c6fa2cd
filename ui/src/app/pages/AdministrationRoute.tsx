import { RealtimePage } from "@/features/administration/RealtimePage";

export const RealtimeRoute = () => <RealtimePage />;
