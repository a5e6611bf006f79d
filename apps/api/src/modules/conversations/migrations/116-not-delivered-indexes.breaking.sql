-- Programs since migration 105 read by the indexes of a conversation's last text.
drop index conversations_not_delivered;
drop index conversations_waiting_not_delivered;
