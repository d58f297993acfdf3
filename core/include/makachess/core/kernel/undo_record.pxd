# undo_record.py as a C struct; a test holds the two together.

ctypedef struct UndoRecord:
    long long move
    long long key
    long long passant_key
    long long settled
    long long score
    int choices
    int castling
    int passed
    int passed_more
    int passed_man
    int halfmove
    int noted
    int man
    int victim
    int victim_slot
    int first
    int first_slot
    int second
    int second_slot

ctypedef UndoRecord *UndoPointer

cdef inline UndoPointer record_at(UndoPointer records, int ply) noexcept nogil:
    return records + ply
